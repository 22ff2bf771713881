// npm run gallery: shows all parts of the screens in their states. A change of a part is seen at once. PORT: 5180 if unset.
import { startGallery } from './gallery-server.ts'

const { url } = await startGallery(Number(process.env['PORT'] ?? 5_180))
console.log(`The gallery is at ${url}`)
