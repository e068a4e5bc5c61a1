import { processIo } from '../../shared/io.ts'
import { svcWorker } from '../../svc-worker/program.ts'
import { stopOnSignals } from '../../svc-worker/stop-on-signals.ts'
import { startBroken } from './start-broken.ts'

void startBroken(svcWorker, processIo(stopOnSignals(process)))
