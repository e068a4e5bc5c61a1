/** Number of programs that this machine runs at the same time. */
export { availableParallelism as countCores } from 'node:os'
