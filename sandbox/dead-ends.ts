import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { Socket } from 'node:net'
import { Worker } from 'node:worker_threads'

/** Addresses without a working server, each with another failure. */
export type DeadEnds = {
  /** Refuses connections. */
  readonly refused: string
  /** A host name that does not exist. */
  readonly unknown: string
  /** Never acknowledges a packet. */
  readonly blackHole: string
  /** Speaks plain text instead of TLS. */
  readonly noTls: string
  readonly close: () => Promise<void>
}

async function portOf(answer: (socket: Socket) => void): Promise<{ port: number; close: () => void }> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { port: address.port, close: () => server.close() }
}

// A listener that never accepts, because its thread is blocked. Once its queue is full, the kernel drops new connections.
const HOLE = `
const { parentPort } = require('node:worker_threads')
const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
  parentPort.postMessage(server.address().port)
  setTimeout(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0), 50)
})`
const QUEUE = 8

async function openHole(): Promise<{ port: number; close: () => Promise<void> }> {
  const worker = new Worker(HOLE, { eval: true })
  const [port]: unknown[] = await once(worker, 'message')
  if (typeof port !== 'number') throw new Error('no port')
  await new Promise((resolve) => {
    setTimeout(resolve, 200)
  })
  const waiting = Array.from({ length: QUEUE }, () => connect(port, '127.0.0.1').on('error', () => {}))
  return {
    port,
    close: async () => {
      for (const socket of waiting) socket.destroy()
      await worker.terminate()
    },
  }
}

export async function openDeadEnds(): Promise<DeadEnds> {
  const plain = await portOf((socket) => socket.on('error', () => {}).end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n'))
  const hole = await openHole()
  return {
    // The port of an obsolete service.
    refused: 'http://127.0.0.1:1',
    unknown: 'http://shop.invalid',
    blackHole: `http://127.0.0.1:${hole.port}`,
    noTls: `https://127.0.0.1:${plain.port}`,
    close: async () => {
      plain.close()
      await hole.close()
    },
  }
}
