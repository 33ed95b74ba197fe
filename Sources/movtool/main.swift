import MovKit

Process.prepare()
TemporaryFiles.removeOnSignals()
TemporaryFiles.removeOnAbort(
  writing: """
    movtool: stopped: no more memory; close other programs, or allow this one more (ulimit -v)

    """)
let session = Session(terminal: .current(), messages: .standardError())
Process.exit(Program.run(Process.arguments, session: session))
