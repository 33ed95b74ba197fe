print("movtool")
