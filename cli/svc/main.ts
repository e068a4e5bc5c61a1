import { start } from '../shared/start.ts'
import { svc } from './program.ts'

void start(svc)
