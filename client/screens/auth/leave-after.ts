import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { returnTo } from '#client/session/return-to.ts'

type Target = { to: '/login' | '/dashboard'; notice?: string }

/** Goes elsewhere once there has been time to read; not at all while `ms` is null. `first` is done before it. */
export function useLeaveAfter(ms: number | null, { to, notice }: Target, first?: () => Promise<unknown>) {
  const navigate = useNavigate()
  useEffect(() => {
    if (ms === null) return undefined
    async function leave() {
      await first?.()
      await navigate({ to, replace: true, state: notice === undefined ? {} : { notice } })
    }
    const timer = setTimeout(() => void leave(), ms)
    return () => clearTimeout(timer)
  }, [ms, to, notice, first, navigate])
}

/** The same for the kept address of somebody who had to prove who they are; it is forgotten by that. */
export function useGoBackAfter(ms: number | null, address: string): void {
  const { history } = useRouter()
  useEffect(() => {
    if (ms === null) return undefined
    function goBack() {
      returnTo.forget()
      history.replace(address)
    }
    const timer = setTimeout(goBack, ms)
    return () => clearTimeout(timer)
  }, [ms, address, history])
}

/** Takes the secrets out of the address, and so out of the browser's history. */
export function useEraseFragment() {
  const navigate = useNavigate()
  useEffect(() => {
    void navigate({ to: '.', hash: '', search: true, replace: true })
  }, [navigate])
}
