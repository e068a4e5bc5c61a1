import { plural } from '../../../emulator/engine/checking/plural.ts'
import type { PullProgress } from '../../../emulator/lab/pull/pull.ts'
import { LiveOutput } from '../live.ts'

/** Live display of `pull`: the table that is read, after how many requests and records. */
export class LivePull extends LiveOutput {
  #progress: PullProgress = { table: 'orgs', requests: 0, records: 0 }

  read(progress: PullProgress): void {
    this.#progress = progress
    this.update()
  }

  protected progress(): string {
    const { table, requests, records } = this.#progress
    return `${plural(requests, 'request')}, ${plural(records, 'record')}: ${table}`
  }
}
