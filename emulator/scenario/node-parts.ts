import { offerExtras } from '../host/extras.ts'
import { offerStarter } from './starter-world.ts'

/** What emulators have in Node without asking: the starter world as the build filled it, and what browsers leave out. */
export function offerNodeParts(): void {
  offerStarter()
  offerExtras()
}
