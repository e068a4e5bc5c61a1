import { useEffect, useMemo, useState } from 'preact/hooks'
import { CoverageView } from './coverage/coverage-view.tsx'
import { ConnectionsTaken } from './parts/connections-taken.tsx'
import { Header } from './parts/header.tsx'
import { Messages } from './parts/messages.tsx'
import { Navigation } from './parts/navigation.tsx'
import { QuestionDialog } from './parts/question-dialog.tsx'
import { ServerGone } from './parts/server-gone.tsx'
import { useRoute, type Route } from './route.ts'
import { ScenarioView } from './scenario/scenario-view.tsx'
import { Session, SessionContext } from './session.ts'
import type { Source } from './source/source.ts'
import { StateView } from './state/state-view.tsx'
import { useStore } from './store.ts'
import { TimelineView } from './timeline/timeline-view.tsx'
import { TryView } from './try/try-view.tsx'
import { hasUnsaved, mayLeave } from './unsaved.ts'
import { WorldsView } from './worlds/worlds-view.tsx'

const views = {
  timeline: TimelineView,
  state: StateView,
  try: TryView,
  scenario: ScenarioView,
  coverage: CoverageView,
  worlds: WorldsView,
} satisfies Record<string, (props: { route: Route }) => unknown>

/** The page. `first` is the source that is shown until another world is opened. */
export function App({ first }: { first: Source }) {
  const [{ source, opened }, setShown] = useState({ source: first, opened: 0 })
  // A key for each opened source: views start anew, because their state belongs to one world.
  return <Page key={opened} source={source} onOpen={(other) => setShown({ source: other, opened: opened + 1 })} />
}

function Page({ source, onOpen }: { source: Source; onOpen: (source: Source) => void }) {
  const session = useStore(useMemo(() => new Session(source, onOpen), []))
  useEffect(() => session.start(), [session])
  const route = useRoute(() => mayLeave(session), hasUnsaved)
  useEffect(() => {
    const leaving = (event: BeforeUnloadEvent) => {
      if (hasUnsaved()) event.preventDefault()
    }
    addEventListener('beforeunload', leaving)
    return () => removeEventListener('beforeunload', leaving)
  }, [])
  const view = route.view in views ? (route.view as keyof typeof views) : 'timeline'
  const View = views[view]
  useEffect(() => {
    document.title = `${view[0]!.toUpperCase()}${view.slice(1)} · svc-emulator`
  }, [view])
  return (
    <SessionContext.Provider value={session}>
      <Header session={session} />
      <Navigation current={view} served={source.page === undefined} />
      {session.reachable ? null : <ServerGone />}
      <ConnectionsTaken journal={session.journal} />
      {/* A key for each view, which begins at its top. */}
      <main key={view} id="main" class={`view ${view}`} tabIndex={-1}>
        <View route={route} />
      </main>
      <Messages session={session} />
      <QuestionDialog question={session.question} />
    </SessionContext.Provider>
  )
}
