CREATE TABLE "destinations" (
	"id" text PRIMARY KEY,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"settings" jsonb NOT NULL,
	"secrets" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "delivery" jsonb;--> statement-breakpoint
CREATE UNIQUE INDEX "destinations_name_unique" ON "destinations" ("name");