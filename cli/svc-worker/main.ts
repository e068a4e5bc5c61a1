import { processIo } from '../shared/io.ts'
import { start } from '../shared/start.ts'
import { svcWorker } from './program.ts'
import { stopOnSignals } from './stop-on-signals.ts'

void start(svcWorker, processIo(stopOnSignals(process)))
