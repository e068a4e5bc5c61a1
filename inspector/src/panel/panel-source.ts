import type { PanelFrame } from '../../../emulator/adapters/panel/panel-frame.ts'
import { EmulatorInPage } from '../in-page/emulator-in-page.ts'
import type { Source } from '../source/source.ts'

/** The emulator of the page that this one is a panel of; undefined for a page that a server serves. */
export function panelSource(frame: Element | null): Source | undefined {
  const { svcEmulator: emulator, svcBasePath: basePath } = (frame ?? {}) as Partial<PanelFrame>
  return emulator === undefined ? undefined : new EmulatorInPage(emulator, 'this page', basePath).main
}
