import { render } from 'preact'
import { App } from '../app.tsx'
import '../style.css'
import type { ShownBundle, ShownStarter } from '../../../emulator/scenario/shown-bundle.ts'
import { FIRST_PLACE, startPlayground } from './playground.ts'
import { RecordSource } from './record-source.ts'

const shown = JSON.parse(document.querySelector('#bundle')!.textContent) as ShownBundle | ShownStarter
const isRun = 'svc_emulator_page' in shown

if (!isRun && location.hash === '') location.replace(FIRST_PLACE)
render(<App first={isRun ? new RecordSource(shown) : startPlayground()} />, document.querySelector('#app')!)
