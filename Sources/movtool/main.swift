import MovKit

Process.prepare()
TemporaryFiles.removeOnSignals()
let session = Session(terminal: .current(), messages: .standardError())
Process.exit(Program.run(Process.arguments, session: session))
