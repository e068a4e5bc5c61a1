/** Takes the pictures of the docs again: `npx tsx tools/pictures.ts`, after a build. */
import { FOLDER } from './pictures/pictures.ts'
import { takePictures } from './pictures/take.ts'

await takePictures(FOLDER)
