CREATE TABLE "web_processes" (
	"id" text PRIMARY KEY,
	"seen_at" timestamp(3) with time zone NOT NULL,
	"machine" text NOT NULL,
	"version" text NOT NULL,
	"started_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "workers" ADD COLUMN "machine" text;--> statement-breakpoint
ALTER TABLE "workers" ADD COLUMN "version" text;--> statement-breakpoint
ALTER TABLE "workers" ADD COLUMN "started_at" timestamp(3) with time zone;