import { connect, type Socket } from 'node:net'

/** Plain HTTP requests to a server, so that tests can detect a broken transfer and can disconnect. */
export function exchangeWith(address: string, { token }: { token: string }) {
  return async (path: string, body: object, during: (socket: Socket, bytes: number) => void = () => {}) => {
    const payload = JSON.stringify(body)
    const socket = connect(Number(new URL(address).port), '127.0.0.1')
    const head = [`POST ${path} HTTP/1.1`, 'host: localhost', `authorization: Bearer ${token}`, 'content-type: application/json']
    socket.write(`${head.join('\r\n')}\r\ncontent-length: ${Buffer.byteLength(payload)}\r\nconnection: close\r\n\r\n${payload}`)
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString()
      during(socket, text.length)
    })
    await new Promise((resolve) => socket.once('close', resolve))
    return { text, isWhole: text.endsWith('\r\n0\r\n\r\n') }
  }
}
