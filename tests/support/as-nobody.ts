/** The user without rights of Debian and others. */
const nobody = 65_534

/**
 * Does work as a user whom files of this process do not belong to. Root may read and write everything, so that it becomes another user for
 * that time. Any other user stays: files that are closed to their owner are closed to it.
 */
export async function asNobody<T>(work: () => Promise<T>): Promise<T> {
  const { geteuid, getegid, seteuid, setegid } = process
  if (!geteuid || !getegid || !seteuid || !setegid || geteuid() !== 0) return work()
  const group = getegid()
  setegid(nobody)
  seteuid(nobody)
  try {
    return await work()
  } finally {
    seteuid(0)
    setegid(group)
  }
}
