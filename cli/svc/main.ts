import { start } from '../shared/start.ts'
import { svc } from './program.ts'

await start(svc)
