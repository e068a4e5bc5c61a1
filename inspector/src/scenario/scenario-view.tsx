import type { Route } from '../route.ts'
import { useSession } from '../session.ts'
import { useStore } from '../store.ts'
import { useLoaded } from '../use-loaded.ts'
import { KeptStepsCard } from './kept-steps-card.tsx'
import { SaveRun } from './save-run.tsx'
import { ScenarioList } from './scenario-list.tsx'
import { ShrinkCard } from './shrink-card.tsx'
import { Triggers } from './triggers.tsx'

/** The loaded scenario, its triggers with their counts, and downloads of the run. */
export function ScenarioView({ route }: { route: Route }) {
  const session = useSession()
  useStore(session.journal)
  const { value } = useLoaded(() => session.source.call('GET /scenarios'), [session.version])
  const shrink = session.source.run?.shrink
  const about = value?.scenarios.find(({ name }) => name === value.current)?.about
  return (
    <div class="cards page">
      <section class="card wide">
        <h2>{session.health?.scenario ?? 'Scenario'}</h2>
        {about === undefined ? null : <p class="dim">{about}</p>}
        {session.source.run?.problems.map((problem) => (
          <p key={problem} class="hint bad">
            {problem}
          </p>
        ))}
        <Triggers
          key={`${route.query['next']} ${route.query['entry']}`}
          marked={route.query['trigger']}
          query={route.query}
        />
      </section>
      <KeptStepsCard />
      <SaveRun />
      {shrink === undefined ? null : <ShrinkCard run={shrink} />}
      {session.source.live && value !== undefined && value.scenarios.length > 0 ? (
        <ScenarioList scenarios={value.scenarios} current={value.current} />
      ) : null}
    </div>
  )
}
