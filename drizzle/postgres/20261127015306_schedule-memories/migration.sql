CREATE TABLE "schedule_items" (
	"schedule_id" text,
	"store_id" text,
	"job_id" text,
	"item_id" text,
	"digest" text NOT NULL,
	"named" jsonb,
	"is_deleted" boolean NOT NULL,
	CONSTRAINT "schedule_items_pkey" PRIMARY KEY("schedule_id","store_id","job_id","item_id")
);
--> statement-breakpoint
CREATE TABLE "schedule_memories" (
	"schedule_id" text,
	"job_id" text,
	"request" text NOT NULL,
	"read_from" timestamp(3) with time zone NOT NULL,
	"since" timestamp(3) with time zone,
	"include_deleted" boolean NOT NULL,
	CONSTRAINT "schedule_memories_pkey" PRIMARY KEY("schedule_id","job_id")
);
--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "changes" jsonb;--> statement-breakpoint
ALTER TABLE "schedule_items" ADD CONSTRAINT "schedule_items_schedule_id_schedules_id_fkey" FOREIGN KEY ("schedule_id") REFERENCES "schedules"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "schedule_memories" ADD CONSTRAINT "schedule_memories_schedule_id_schedules_id_fkey" FOREIGN KEY ("schedule_id") REFERENCES "schedules"("id") ON DELETE CASCADE;