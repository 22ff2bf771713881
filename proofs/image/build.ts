// The image, made with buildah under chroot isolation, which needs no container engine, over a Debian that debootstrap made.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { run } from './shell.ts'

const base = 'localhost/backcounter-base'
const image = 'localhost/backcounter-proof'
const suite = 'bookworm'

/** The authorities that this machine trusts. The build reaches npm's registry through whatever this machine does. */
const authorities = '/etc/ssl/certs/ca-certificates.crt'
const authoritiesInBase = '/etc/machine-authorities.crt'

/** Makes the base, unless an earlier run did. */
export function makeBase(): void {
  if (spawnSync('buildah', ['inspect', '--type', 'image', base], { stdio: 'ignore' }).status === 0) return
  const folder = mkdtempSync(join(tmpdir(), 'base-'))
  try {
    run('debootstrap', ['--variant=minbase', suite, folder])
    run('chroot', [folder, 'apt-get', 'clean'])
    const container = run('buildah', ['from', 'scratch'])
    run('buildah', ['add', container, folder, '/'])
    run('buildah', ['add', container, authorities, authoritiesInBase])
    const variables = ['NODE_EXTRA_CA_CERTS', 'npm_config_cafile'].flatMap((name) => ['--env', `${name}=${authoritiesInBase}`])
    run('buildah', ['config', ...variables, container])
    run('buildah', ['commit', '--rm', container, base])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What the image says about running it. */
const Inspected = z.object({
  OCIv1: z.object({
    config: z.object({
      User: z.string(),
      Env: z.array(z.string()),
      Cmd: z.array(z.string()),
      WorkingDir: z.string(),
      Volumes: z.record(z.string(), z.object({})),
    }),
  }),
})
export type ImageConfig = z.infer<typeof Inspected>['OCIv1']['config']

/** Builds the image from a clean checkout, with nothing kept of an earlier build. */
export function buildImage(): { seconds: number; compressedBytes: number; config: ImageConfig } {
  const checkout = mkdtempSync(join(tmpdir(), 'checkout-'))
  try {
    run('git', ['clone', '--quiet', '.', checkout])
    const start = performance.now()
    run('buildah', ['build', '--isolation', 'chroot', '--format', 'docker', '--build-arg', `BASE=${base}`, '--tag', image, '.'], {
      cwd: checkout,
    })
    const seconds = (performance.now() - start) / 1_000
    const copy = join(checkout, 'image')
    run('buildah', ['push', '--quiet', image, `oci:${copy}:latest`])
    const blobs = join(copy, 'blobs', 'sha256')
    const compressedBytes = readdirSync(blobs).reduce((sum, name) => sum + statSync(join(blobs, name)).size, 0)
    return {
      seconds,
      compressedBytes,
      config: Inspected.parse(JSON.parse(run('buildah', ['inspect', '--type', 'image', image]))).OCIv1.config,
    }
  } finally {
    rmSync(checkout, { recursive: true, force: true })
  }
}

/** Mounts the image's file system. @returns its folder, and a function that removes it */
export function mountImage(): { root: string; unmount: () => void } {
  const container = run('buildah', ['from', image])
  return { root: run('buildah', ['mount', container]), unmount: () => void run('buildah', ['rm', container]) }
}
