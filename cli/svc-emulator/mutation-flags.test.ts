import { describe, expect, it } from 'vitest'
import { mutationFlags } from './mutation-flags.ts'

const only = (words: string) => mutationFlags.only.parse(words)

describe('--only', () => {
  it.each(['pagination', 'pagination.record', 'pagination.record.page-of-ten'])('takes %s', async (word) => {
    expect(await only(` ${word} ,`)).toEqual([word])
  })

  it.each([
    [
      'pagination.recrod',
      "--only names no clause and no group of clauses: 'pagination.recrod', did you mean 'pagination.record'?",
    ],
    ['pagnation', "did you mean 'pagination'?"],
    ['nothing-like-it', "--only names no clause and no group of clauses: 'nothing-like-it'"],
    ['client.login', '--only: nothing can break client.login'],
  ])('refuses %s', async (word, message) => {
    await expect(only(word)).rejects.toThrow(message)
  })
})
