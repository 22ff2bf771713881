// An authenticator in software: creates passkeys (ES256, attestation "none") and answers challenges with them.
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { appUrl } from '#tests/support/world.ts'

type Encodable = number | string | Buffer | Map<number | string, Encodable>

/** The subset of CBOR (RFC 8949) that attestations need. */
function cbor(value: Encodable): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, part]) => [cbor(key), cbor(part)])])
}
function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length])
  return length < 256 ? Buffer.from([(major << 5) | 24, length]) : Buffer.from([(major << 5) | 25, length >> 8, length & 255])
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const uint = (bytes: number, value: number) => Buffer.from(value.toString(16).padStart(bytes * 2, '0'), 'hex')
const flags = { present: 1, verified: 4, attested: 64 }

/** Possible faults: another origin, another challenge, or no user verification. */
export type Deviation = { origin?: string; challenge?: string; isVerified?: boolean }
export type CreationOptions = { challenge: string; rp: { id: string } }
export type RequestOptions = { challenge: string; rpId: string }

function coseOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const [xBytes, yBytes] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
  return cbor(
    new Map<number, Encodable>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, xBytes],
      [-3, yBytes],
    ]),
  )
}

export function createPasskey() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(16)
  const id = credentialId.toString('base64url')
  let counter = 0
  const credential = { id, rawId: id, type: 'public-key', clientExtensionResults: {} }

  const clientData = (type: string, challenge: string, deviation: Deviation) =>
    Buffer.from(
      JSON.stringify({ type, challenge: deviation.challenge ?? challenge, origin: deviation.origin ?? appUrl, crossOrigin: false }),
    )

  function authenticatorData(rpId: string, { isVerified = true }: Deviation, attested: Buffer | null): Buffer {
    counter += 1
    const flag = flags.present | (isVerified ? flags.verified : 0) | (attested ? flags.attested : 0)
    return Buffer.concat([sha256(rpId), Buffer.from([flag]), uint(4, counter), ...(attested ? [attested] : [])])
  }

  return {
    /** `navigator.credentials.create()` */
    create({ challenge, rp }: CreationOptions, deviation: Deviation = {}) {
      const attested = Buffer.concat([Buffer.alloc(16), uint(2, credentialId.length), credentialId, coseOf(publicKey)])
      const authData = authenticatorData(rp.id, deviation, attested)
      const attestation = cbor(
        new Map<string, Encodable>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      )
      const clientDataJSON = clientData('webauthn.create', challenge, deviation).toString('base64url')
      return { ...credential, response: { clientDataJSON, attestationObject: attestation.toString('base64url'), transports: ['internal'] } }
    },
    /** `navigator.credentials.get()` */
    get({ challenge, rpId }: RequestOptions, deviation: Deviation = {}) {
      const data = authenticatorData(rpId, deviation, null)
      const client = clientData('webauthn.get', challenge, deviation)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      const [authenticatorDataText, clientDataJSON] = [data.toString('base64url'), client.toString('base64url')]
      return {
        ...credential,
        response: { authenticatorData: authenticatorDataText, clientDataJSON, signature: signature.toString('base64url') },
      }
    },
  }
}
export type SoftwarePasskey = ReturnType<typeof createPasskey>
