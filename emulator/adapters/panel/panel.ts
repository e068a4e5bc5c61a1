import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { checkOptions, type OptionKinds } from '../../engine/checking/options.ts'
import { requireEmulator } from '../../host/emulator-options.ts'
import type { Emulator } from '../../host/emulator.ts'
import { PanelView, type Panel } from './panel-view.ts'

export type { Panel } from './panel-view.ts'

/** Options of `showPanel`. */
export interface PanelOptions {
  /** Element that the panel is put into, at its end. Default: the lower edge of the window. */
  readonly element?: Element
}

const panelOptions: OptionKinds<PanelOptions> = {
  element: {
    expected: 'an element of the page, such as document.querySelector(…) finds',
    fits: (value) => typeof value === 'object' && (value as Partial<Node> | null)?.nodeType === 1,
  },
}

const panels = new WeakMap<Element, Panel>()

/**
 * Shows a button in the page that opens the inspector of an emulator which runs in that page, such as one that answers
 * through a service worker. A second call for the same element replaces the panel. Throws `EmulatorError` for wrong
 * arguments, and where there is no page.
 *
 * @example
 * const emulator = createEmulator({ trace: true })
 * await setupWorker(...createHandlers(emulator)).start()
 * const panel = showPanel(emulator)
 */
export function showPanel(emulator: Emulator, options: PanelOptions = {}): Panel {
  if (typeof document === 'undefined')
    throw new EmulatorError(
      'showPanel needs a page, and there is no document here. In Node, serve the emulator, startServer({ emulator }), and open the inspector at its controlUrl',
    )
  requireEmulator('showPanel', emulator)
  checkOptions('showPanel', options, panelOptions)
  const parent = options.element ?? document.body
  if (parent === null)
    throw new EmulatorError(
      'showPanel found no body in the page: call it from a module script, or once the page has been read',
    )
  panels.get(parent)?.remove()
  const panel = new PanelView(emulator, parent, options.element === undefined)
  panels.set(parent, panel)
  return panel
}
