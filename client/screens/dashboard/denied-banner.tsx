import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Banner } from '#client/ui/banner.tsx'
import { limits } from '#shared/limits.ts'

/** Why the dashboard is here instead of the screen that was asked for, for a while. */
export function DeniedBanner() {
  const { denied } = useLocation().state
  const navigate = useNavigate()

  useEffect(() => {
    if (!denied) return undefined
    const timer = setTimeout(() => void navigate({ to: '/dashboard', replace: true, state: {} }), limits.deniedBannerMs)
    return () => clearTimeout(timer)
  }, [denied, navigate])

  return denied ? (
    <Banner kind="error" title="Access Denied" mb="lg">
      {denied}
    </Banner>
  ) : null
}
