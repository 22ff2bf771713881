// The health check of the image: ends with 0 if the server in this container answers.
const port = process.env['PORT'] || '3000'
const answer = await fetch(`http://127.0.0.1:${port}/healthz`)
if (!answer.ok) throw new Error(`/healthz answered ${answer.status}`)
