import { offerExtras } from '../host/extras.ts'

/** What emulators have in Node without asking: what browsers leave out. */
export function offerNodeParts(): void {
  offerExtras()
}
