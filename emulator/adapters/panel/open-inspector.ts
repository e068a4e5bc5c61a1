import type { Emulator } from '../../host/emulator.ts'
import { findBasePath } from '../base-paths.ts'
import type { PanelFrame } from './panel-frame.ts'

/**
 * Opens the inspector of an emulator in a frame: a document of its own, with an address of its own for its places.
 * `failed` is called with a reason if it does not run. Returns a function that frees the document.
 */
export function openInspector(frame: PanelFrame, emulator: Emulator, failed: (reason: string) => void): () => void {
  let address: string | undefined
  let wanted = true
  frame.svcEmulator = emulator
  frame.svcBasePath = findBasePath(emulator)
  const check = () => {
    if (address !== undefined && !hasRun(frame))
      failed(
        "The inspector could not run here: the page's Content-Security-Policy does not allow it. Expected `frame-src blob:`, and its own script and style by their hashes, which the console names; or leave the policy out where the page is mocked.",
      )
  }
  // A frame that a policy refuses has loaded in Chromium, and failed in Firefox.
  for (const event of ['load', 'error']) frame.addEventListener(event, check)
  inspectorPage().then(
    (page) => {
      if (!wanted) return
      address = URL.createObjectURL(page)
      frame.src = address
    },
    (error: unknown) => failed(`The inspector could not be loaded: ${(error as Error).message}`),
  )
  return () => {
    wanted = false
    if (address !== undefined) URL.revokeObjectURL(address)
  }
}

/** Loads the page of the inspector. It is compressed: most pages that carry it never open it. */
async function inspectorPage(): Promise<Blob> {
  const { page } = await import('./inspector-page.js')
  const bytes = Uint8Array.from(atob(page), (sign) => sign.charCodeAt(0))
  const html = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Blob([await new Response(html).blob()], { type: 'text/html;charset=utf-8' })
}

/** True if the script of the page has rendered. It runs before the frame's `load`. */
function hasRun(frame: HTMLIFrameElement): boolean {
  try {
    return (frame.contentDocument?.querySelector('#app')?.childElementCount ?? 0) > 0
  } catch {
    // The page that a browser shows in place of a frame that a policy refused.
    return false
  }
}
