CREATE TABLE "workers" (
	"id" text PRIMARY KEY,
	"seen_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "state" text;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "state_since" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "state_reason" text;--> statement-breakpoint
ALTER TABLE "job_stores" ADD COLUMN "platform" text;--> statement-breakpoint
ALTER TABLE "job_stores" ADD COLUMN "domain" text;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "failing_since" timestamp(3) with time zone;