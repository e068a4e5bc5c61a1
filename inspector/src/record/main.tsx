import { render } from 'preact'
import { App } from '../app.tsx'
import '../style.css'
import type { ShownBundle, ShownStarter } from '../../../emulator/scenario/shown-bundle.ts'
import { href } from '../route.ts'
import { FIRST_PLACE, startPlayground } from './playground.ts'
import { RecordSource } from './record-source.ts'

const shown = JSON.parse(document.querySelector('#bundle')!.textContent) as ShownBundle | ShownStarter
const isRun = 'svc_emulator_page' in shown

const first = isRun ? findFirstPlace(shown) : FIRST_PLACE
if (first !== undefined && location.hash === '') location.replace(first)
render(<App first={isRun ? new RecordSource(shown) : startPlayground()} />, document.querySelector('#app')!)

function findFirstPlace({ opens }: ShownBundle): string | undefined {
  return opens === undefined ? undefined : href('timeline', [opens])
}
