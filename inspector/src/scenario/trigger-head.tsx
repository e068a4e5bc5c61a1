import type { ComponentChildren } from 'preact'
import { href } from '../route.ts'
import type { TriggerState } from './use-triggers.ts'

/** A trigger with what it did; beside it, what can be done with it. */
export function TriggerHead({ state, children }: { state: TriggerState; children: ComponentChildren }) {
  const { matched, fired } = state
  return (
    <div class="tools">
      <h4>{nameOf(state)}</h4>
      <span class={matched === 0 ? 'pill quiet' : 'pill'}>
        {matched === 0 ? 'never matched' : `matched ${matched}, fired ${fired}`}
      </span>
      {fired > 0 ? <a href={href('timeline', [], { trigger: nameOf(state) })}>Where it fired</a> : null}
      <span class="push" />
      {children}
    </div>
  )
}

export function nameOf({ name, id }: TriggerState): string {
  return name ?? id
}
