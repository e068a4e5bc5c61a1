import { render } from 'preact'
import { App } from '../app.tsx'
import '../style.css'
import { isRunLink } from '../../../emulator/scenario/run-link.ts'
import type { ShownBundle, ShownStarter } from '../../../emulator/scenario/shown-bundle.ts'
import { href } from '../route.ts'
import type { Source } from '../source/source.ts'
import { playRun } from './play-run.ts'
import { FIRST_PLACE, startPlayground } from './playground.ts'
import { RecordSource } from './record-source.ts'

const shown = JSON.parse(document.querySelector('#bundle')!.textContent) as ShownBundle | ShownStarter
const page = document.querySelector('#app')!

if ('svc_emulator_page' in shown) open(new RecordSource(shown), findFirstPlace(shown))
else if (isRunLink(location.hash))
  void playRun(location.hash).then(
    ({ source, place }) => {
      location.replace(place)
      open(source, place)
    },
    (error: Error) => (page.textContent = error.message),
  )
else open(startPlayground(), FIRST_PLACE)

function open(source: Source, place: string | undefined): void {
  if (place !== undefined && location.hash === '') location.replace(place)
  render(<App first={source} />, page)
}

function findFirstPlace({ opens }: ShownBundle): string | undefined {
  return opens === undefined ? undefined : href('timeline', [opens])
}
