import react from '@vitejs/plugin-react'
import { createServer } from 'vite'

/** Serves the page of all parts of the screens. Port 0: any that is free. Its disposal ends it. */
export async function startGallery(port: number) {
  const server = await createServer({
    root: 'tests/gallery',
    configFile: false,
    publicDir: '../../client/public',
    plugins: [react()],
    server: { port },
    clearScreen: false,
    logLevel: 'warn',
  })
  await server.listen()
  const [url] = server.resolvedUrls?.local ?? []
  if (url === undefined) throw new Error('the gallery has no address')
  return { url, [Symbol.asyncDispose]: () => server.close() }
}
