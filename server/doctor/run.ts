import { checkNames, checks, type Check, type CheckName } from '#server/doctor/checks.ts'
import { examine, type Examined } from '#server/doctor/examined.ts'
import { NotChecked, problem, innermostReason, silentDatabase, warning, type Finding } from '#server/doctor/finding.ts'
import type { Environment, InspectedEnvironment } from '#server/boot/environment.ts'
import { isAway } from '#server/doctor/database-repo.ts'
import { commandText } from '#shared/commands.ts'
import { decoded } from '#shared/decoded.ts'

export type Reported = { check: CheckName; findings: Finding[] }
export type DoctorOptions = InspectedEnvironment &
  Pick<Examined, 'fetch' | 'now'> & {
    checks?: Record<CheckName, Check>
    /** The most time of any check, for callers that cannot wait longer. */
    mostMs?: number
  }

/** A shorter text would be taken out of the middle of words, and is no secret that anybody needs to be told. */
const leastSecret = 6

/** Every secret of the environment that an error of a library could repeat. */
function secretsIn(env: Environment, secret: string | null): string[] {
  const passwords = [env.databaseUrl, env.mail.smtpUrl].flatMap((url) => {
    const password = url === null ? '' : (URL.parse(url)?.password ?? '')
    return [password, decoded(password)]
  })
  const others = [
    secret,
    ...env.APP_SECRET_PREVIOUS,
    env.OWNER_SETUP_CODE,
    env.GOOGLE_CLIENT_SECRET,
    env.OIDC_CLIENT_SECRET,
    env.EXPORT_S3_SECRET_ACCESS_KEY,
    env.BACKUP_S3_SECRET_ACCESS_KEY,
  ]
  return [...passwords, ...others, env.google.account?.private_key].flatMap((text) => (text && text.length >= leastSecret ? text : []))
}

const withoutSecrets = (text: string, secrets: readonly string[]) =>
  secrets.reduce((said, secret) => said.replaceAll(secret, '…'), text).replaceAll(/\s+/g, ' ')

/** The findings of a check. Whatever it throws becomes a finding, and so does its silence. */
async function made({ needs, ms: own, run }: Check, examined: Examined, mostMs: number): Promise<Finding[]> {
  const isCut = mostMs < own
  const ms = isCut ? mostMs : own
  const missing = needs.find((name) => examined.invalid.some((fault) => fault.name === name))
  if (missing !== undefined) return [warning(`Not checked: ${missing} is not valid.`)]
  const late = AbortSignal.timeout(ms)
  const silence = Promise.withResolvers<Finding[]>()
  late.addEventListener('abort', () =>
    silence.resolve([
      warning(
        `Not finished within ${ms / 1000} s.`,
        isCut ? `Run \`${commandText('doctor')}\`, which waits longer.` : 'Run this command again.',
      ),
    ]),
  )
  try {
    return await Promise.race([run(examined, late), silence.promise])
  } catch (error) {
    const reason = isAway(error) ? silentDatabase() : error
    if (reason instanceof NotChecked) return [warning(`Not checked: ${reason.message}`)]
    return [problem(`The check itself failed: ${innermostReason(error)}.`, 'Please report this as a bug.')]
  }
}

/** Makes all checks at once and returns their findings in the order of the table. No finding contains a secret. */
export async function runDoctor({ checks: table = checks, mostMs = Infinity, ...options }: DoctorOptions): Promise<Reported[]> {
  const examined = examine(options)
  const secrets = secretsIn(examined.env, examined.secret)
  const report = checkNames.map(async (check) => {
    const findings = await made(table[check], examined, mostMs)
    return { check, findings: findings.map((finding) => scrubbed(finding, secrets)) }
  })
  const reported = await Promise.all(report)
  await examined.close()
  return reported
}

function scrubbed(finding: Finding, secrets: readonly string[]): Finding {
  const mend = 'mend' in finding && finding.mend !== undefined ? { mend: withoutSecrets(finding.mend, secrets) } : {}
  return { ...finding, says: withoutSecrets(finding.says, secrets), ...mend }
}

export const hasProblems = (report: readonly Reported[]): boolean =>
  report.some(({ findings }) => findings.some(({ level }) => level === 'problem'))

/** One line for each finding. */
export function reportLines(report: readonly Reported[]): string[] {
  const width = Math.max(...report.map(({ check }) => check.length))
  return report.flatMap(({ check, findings }) =>
    findings.map((finding) => {
      const mend = 'mend' in finding ? ` ${finding.mend}` : ''
      return `${finding.level.padEnd('problem'.length)}  ${check.padEnd(width)}  ${finding.says}${mend}`
    }),
  )
}
