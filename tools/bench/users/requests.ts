import { chooseRounds, costRatio, costText, loadInTurns } from '../harness/compare.ts'
import type { Bench, Measure } from '../harness/measure.ts'
import { restAnswers } from '../workload/bare-answers.ts'
import { cases, startBare, startEmulator } from '../workload/cases.ts'

export const bench: Bench = {
  about:
    'CPU of a request over that of one to a mock written by hand on node:http: 50 connections, 20 callers, requests that differ.',
  async run(options) {
    const held = await restAnswers()
    const measures: Measure[] = []
    for (const [what, make] of Object.entries(cases)) {
      const conversation = (client: number) => make(client, held)
      const { ours, bare } = await loadInTurns(
        { ours: startEmulator('.', conversation), bare: startBare(held, conversation) },
        chooseRounds(options),
      )
      const { value, noise } = costRatio(ours, bare)
      const detail = `± ${(noise * 100).toFixed(1)} %; ${costText(ours)}, bare ${costText(bare)}`
      measures.push({ what, value, unit: 'x', detail })
    }
    return measures
  },
}
