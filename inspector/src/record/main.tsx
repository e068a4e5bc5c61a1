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

if ('svc_emulator_page' in shown) open(new RecordSource(shown))
else if (isRunLink(location.hash))
  void playRun(location.hash).then(
    (source) => open(source),
    (error: Error) => render(<NoRun reason={error.message} />, page),
  )
else open(startPlayground(), FIRST_PLACE)

/** The page of a link that holds no run: the reason, and the way into the playground. */
function NoRun({ reason }: { reason: string }) {
  return (
    <main class="empty">
      <h1>This link shows no run</h1>
      <p role="alert">{reason}.</p>
      <p>
        Ask for the link again, or <a href={location.href.replace(/#.*/s, '')}>open the playground</a> with a fresh
        world.
      </p>
    </main>
  )
}

/** Shows a world or a run. An address without a place leads to the first one: where the run failed. */
function open(
  source: Source,
  first = href('timeline', source.run?.opens === undefined ? [] : [source.run.opens]),
): void {
  if (location.hash === '' || isRunLink(location.hash)) location.replace(first)
  render(<App first={source} />, page)
}
