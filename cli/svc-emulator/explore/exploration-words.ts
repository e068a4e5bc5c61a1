/** Words of the progress of an exploration. */
export const explorationWords = { first: 'running the client without a fault', runs: 'experiments', found: 'rejected' }
