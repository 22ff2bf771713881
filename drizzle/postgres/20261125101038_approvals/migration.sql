CREATE TABLE "shop_approvals" (
	"session_id" text PRIMARY KEY,
	"id" text NOT NULL,
	"state_hash" text,
	"store_id" text,
	"sealed" text NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "tokens" text;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "renewing_until" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "shop_approvals" ADD CONSTRAINT "shop_approvals_session_id_sessions_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE CASCADE;