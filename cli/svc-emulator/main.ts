import { start } from '../shared/start.ts'
import { svcEmulator } from './program.ts'

void start(svcEmulator)
