import { processIo } from '../../shared/io.ts'
import { svc } from '../../svc/program.ts'
import { startBroken } from './start-broken.ts'

void startBroken(svc, processIo())
