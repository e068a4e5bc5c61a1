import type { Emulator } from '../../host/emulator.ts'

/** Frame of a panel. The inspector in it shows this emulator in place of one that a server runs. */
export interface PanelFrame extends HTMLIFrameElement {
  svcEmulator?: Emulator
  /** Path below which the page asks the emulator; undefined where it is not known. */
  svcBasePath?: string | undefined
}
