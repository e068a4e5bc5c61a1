import { resolve } from 'node:path'
import type { RunStep } from '../../scenario/schema-steps.ts'
import { wordsForScenario } from '../../scenario/run/client-command.ts'
import type { Environment } from '../../scenario/run/program-environment.ts'

/** Variables by which programs find their modules: a step only gets PATH. */
const SEARCHED = ['CLASSPATH', 'GEM_PATH', 'LD_LIBRARY_PATH', 'NODE_OPTIONS', 'NODE_PATH', 'PYTHONPATH', 'VIRTUAL_ENV']

/** The step that runs a program of this folder from a scenario that is saved in `saved`. */
export function programStep(
  program: readonly string[],
  key: string,
  saved: string,
  env: Environment,
): Pick<RunStep, 'run' | 'env'> {
  const searched = Object.fromEntries(
    SEARCHED.flatMap((variable) => (env[variable] === undefined ? [] : [[variable, env[variable]]])),
  )
  const words = wordsForScenario(program, process.cwd(), resolve(saved))
  return {
    run: words.map((word) => word.replace(/\{(api_url|realtime_url)\}/g, '$${$1}').replaceAll('{api_key}', key)),
    ...(Object.keys(searched).length > 0 && { env: searched }),
  }
}
