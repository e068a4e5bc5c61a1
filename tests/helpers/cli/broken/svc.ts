import { processIo } from '../../../../cli/shared/io.ts'
import { svc } from '../../../../cli/svc/program.ts'
import { startBroken } from './start-broken.ts'

void startBroken(svc, processIo())
