import { processIo } from '../../../../cli/shared/io.ts'
import { svcWorker } from '../../../../cli/svc-worker/program.ts'
import { stopOnSignals } from '../../../../cli/svc-worker/stop-on-signals.ts'
import { startBroken } from './start-broken.ts'

void startBroken(svcWorker, processIo(stopOnSignals(process)))
