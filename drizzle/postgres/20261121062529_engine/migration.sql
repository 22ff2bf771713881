CREATE TABLE "job_file_chunks" (
	"file" text,
	"start" bigint,
	"bytes" bytea NOT NULL,
	CONSTRAINT "job_file_chunks_pkey" PRIMARY KEY("file","start")
);
--> statement-breakpoint
CREATE TABLE "job_slots" (
	"name" text PRIMARY KEY,
	"job_id" text NOT NULL,
	"attempt" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_stores" (
	"job_id" text,
	"store_id" text,
	CONSTRAINT "job_stores_pkey" PRIMARY KEY("job_id","store_id")
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" text PRIMARY KEY,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"payload" jsonb NOT NULL,
	"checkpoint" jsonb,
	"progress" integer NOT NULL,
	"counts" jsonb NOT NULL,
	"receipt" jsonb,
	"sheet" jsonb,
	"files" jsonb NOT NULL,
	"files_removed_at" timestamp(3) with time zone,
	"warning" text,
	"error_code" text,
	"error_message" text,
	"waiting_for" text,
	"created_by" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"started_at" timestamp(3) with time zone,
	"finished_at" timestamp(3) with time zone,
	"run_at" timestamp(3) with time zone NOT NULL,
	"is_direct" boolean NOT NULL,
	"attempts" integer NOT NULL,
	"failures" integer NOT NULL,
	"crashes" integer NOT NULL,
	"needs_clearing" boolean NOT NULL,
	"worker" text,
	"lease_until" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "templates" (
	"id" text PRIMARY KEY,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"columns" jsonb NOT NULL,
	"creator_id" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "job_slots_job" ON "job_slots" ("job_id");--> statement-breakpoint
CREATE INDEX "job_stores_store" ON "job_stores" ("store_id");--> statement-breakpoint
CREATE INDEX "jobs_ready" ON "jobs" ("status","created_by","created_at");--> statement-breakpoint
CREATE INDEX "jobs_created" ON "jobs" ("created_at","id");--> statement-breakpoint
CREATE INDEX "jobs_creator" ON "jobs" ("created_by","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "templates_name_unique" ON "templates" ("type","name");--> statement-breakpoint
ALTER TABLE "job_slots" ADD CONSTRAINT "job_slots_job_id_jobs_id_fkey" FOREIGN KEY ("job_id") REFERENCES "jobs"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "job_stores" ADD CONSTRAINT "job_stores_job_id_jobs_id_fkey" FOREIGN KEY ("job_id") REFERENCES "jobs"("id") ON DELETE CASCADE;