import { render } from 'preact'
import { App } from '../app.tsx'
import '../style.css'
import type { ShownBundle } from '../../../emulator/scenario/shown-bundle.ts'
import { RecordSource } from './record-source.ts'

const bundle = JSON.parse(document.querySelector('#bundle')!.textContent) as ShownBundle

render(<App first={new RecordSource(bundle)} />, document.querySelector('#app')!)
