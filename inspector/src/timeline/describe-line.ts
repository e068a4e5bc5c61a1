import { findStep } from '../record/describe-step.ts'
import { API_PATH, type Source } from '../source/source.ts'
import type { Line } from './line.ts'

/** Adds to an entry what its source knows of it: the step that made it, and the path that its client asked for. */
export function describeLine<L extends Line>(line: L, { run, basePath }: Pick<Source, 'run' | 'basePath'>): L & Line {
  const step = run && findStep(run.steps, line.number)
  const asked = basePath === API_PATH || line.request === null ? undefined : findAsked(line.request.url, basePath)
  return { ...line, ...(step !== undefined && { step }), ...(asked !== undefined && { asked }) }
}

/** Path and query below another base path than that of the API; undefined for a URL outside of the API. */
function findAsked(url: string, basePath: string): string | undefined {
  return new RegExp(`^${API_PATH}(?=[/?]|$)`).test(url) ? basePath + url.slice(API_PATH.length) : undefined
}
